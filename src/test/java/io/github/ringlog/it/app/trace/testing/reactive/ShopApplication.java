package io.github.ringlog.it.app.trace.testing.reactive;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication(proxyBeanMethods = false)
class ShopApplication {

}
