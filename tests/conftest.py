"""What all tests share: how long property tests search, and that a slot's exception fails the test."""

import os
import sys

from hypothesis import HealthCheck, settings

if not os.environ.get("DISPLAY") and sys.platform == "linux":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

quiet = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
settings.register_profile("default", deadline=None, max_examples=60, suppress_health_check=quiet)
settings.register_profile("soak", deadline=None, max_examples=4000, suppress_health_check=quiet)
settings.load_profile("default")
