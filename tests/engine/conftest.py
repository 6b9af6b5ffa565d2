"""What tests of the engine share: only they, and no process of pages or browser, draw examples by Hypothesis."""

from hypothesis import HealthCheck, settings

# A busy machine is no fault of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
