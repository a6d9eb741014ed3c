/**
 * A web application in a WAR, and the Tomcat that deploys it.
 */
package io.github.ringlog.it.app.war;
