"""Traffic over a plane's links: the all-to-all rate and the time of collectives, estimated from routes."""
