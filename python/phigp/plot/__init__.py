"""Pictures of models and draws. They need matplotlib, which nothing else here does.

Every function draws into `ax`, or into a figure of its own, and returns the axes.
"""

from phigp.plot._calibration import calibration
from phigp.plot._chains import autocorrelation, trace
from phigp.plot._learning import learning_curve
from phigp.plot._likelihood import likelihood
from phigp.plot._posterior import posterior
from phigp.plot._relevance import ard

__all__ = [
    "ard",
    "autocorrelation",
    "calibration",
    "learning_curve",
    "likelihood",
    "posterior",
    "trace",
]
