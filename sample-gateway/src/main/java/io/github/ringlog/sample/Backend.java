package io.github.ringlog.sample;

import java.net.URI;

interface Backend {

	URI url();

}
