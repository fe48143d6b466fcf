"""Interfaces of other packages on Sidestep's engine, so that what was written for them runs unchanged."""
