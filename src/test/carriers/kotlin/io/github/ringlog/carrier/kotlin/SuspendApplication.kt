package io.github.ringlog.carrier.kotlin

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.slf4j.MDC
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.core.PropagationContextElement
import org.springframework.scheduling.annotation.EnableScheduling
import org.springframework.scheduling.annotation.Scheduled
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.CopyOnWriteArrayList

/**
 * Suspending functions, which continue on other threads.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
@RestController
class SuspendApplication {

    /**
     * What each run of the task had before and after it was suspended.
     */
    val runs = CopyOnWriteArrayList<String>()

    @GetMapping("/suspend")
    suspend fun handle(): String = ids()

    @Scheduled(fixedDelay = 50)
    fun run() {
        runBlocking(PropagationContextElement()) { runs.add(ids()) }
    }

    private suspend fun ids(): String {
        val before = MDC.get("traceId")
        delay(5)
        val after = MDC.get("traceId")
        val elsewhere = withContext(Dispatchers.IO) { MDC.get("traceId") }
        return "$before $after $elsewhere"
    }
}
