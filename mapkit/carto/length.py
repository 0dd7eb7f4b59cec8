"""Straight edges in lon/lat -> their length in km on the WGS 84 ellipsoid (numpy only).

The edge is the straight line between its ends on the lon/lat plane, as it is drawn (a parallel stays a parallel),
not the geodesic. Three-point Gauss-Legendre quadrature of the metric; Snyder, Map Projections (1987), eq. 4-18 to 4-20.
"""

from __future__ import annotations

import numpy as np

from mapkit.carto.rings import Floats

A = 6378.137  # km
KM = 111.195  # of a degree on the mean sphere
E2 = 0.0066943799901413165
NODES = ((0.5 - 0.6**0.5 / 2, 5 / 18), (0.5, 8 / 18), (0.5 + 0.6**0.5 / 2, 5 / 18))


def km(p: Floats, q: Floats) -> Floats:
    """(m, 2) starts and ends in degrees -> (m,) km."""
    east, north = np.radians(q - p).T
    total = np.zeros(len(p))
    for at, weight in NODES:
        sine = np.sin(np.radians(p[:, 1]) + at * north)
        w2 = 1.0 - E2 * sine * sine
        parallel = A * np.sqrt((1.0 - sine * sine).clip(0) / w2)
        meridian = A * (1.0 - E2) / (w2 * np.sqrt(w2))
        total += weight * np.hypot(parallel * east, meridian * north)
    return total


def plane(p: Floats, q: Floats) -> Floats:
    """(m, 2) starts and ends -> (m,) lengths in the same units."""
    return np.asarray(np.abs(np.ascontiguousarray(q - p).view(np.complex128)[:, 0]))
