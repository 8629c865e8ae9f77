/**
 * Measures an engine, for Prometheus and others.
 *
 * <p>A server opens one {@link holdfast.metrics.Metrics} on its engine and serves {@link holdfast.metrics.Metrics#scrape} under
 * {@code /metrics}. Locks are measured by what the engine tells, so nothing has to be called for them. Where a store has guards around
 * it, what they tell goes to {@link holdfast.metrics.BackendMetrics}. Other meters can be added to {@link holdfast.metrics.Metrics#registry}.
 */
@NullMarked
package holdfast.metrics;

import org.jspecify.annotations.NullMarked;
