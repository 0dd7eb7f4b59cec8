"""Triangles -> energy, gradient and a positive Hessian: land keeps its shape, sea only its orientation.

Land: symmetric Dirichlet (Smith & Schaefer 2015) and a pull against turning; sea: MIPS (Hormann & Greiner 2000).
Hessians by the closed eigensystem of isotropic energies, negative eigenvalues raised to 0 (Smith, de Goes, Kim 2019).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mapkit.carto.arcs import Ints
from mapkit.carto.project import Floats

TURN = 4.0  # weight of the pull against turning


@dataclass(frozen=True)
class Fabric:
    """triangles (t, 3). inverse (t, 2, 2): of the rest shape's edge matrix. weight (t,). land (t,): bool."""

    triangles: Ints
    inverse: Floats
    weight: Floats
    land: np.ndarray


def fabric(triangles: Ints, rest: Floats, weight: Floats, land: np.ndarray) -> Fabric:
    """rest (t, 3, 2): the corners of every triangle at rest, counter-clockwise."""
    edges = np.stack([rest[:, 1] - rest[:, 0], rest[:, 2] - rest[:, 0]], axis=2)
    return Fabric(triangles, np.asarray(np.linalg.inv(edges), dtype=np.float64), weight, land)


def gradients(f: Fabric, x: Floats) -> Floats:
    """The deformation gradient (t, 2, 2) of every triangle."""
    p = x[f.triangles]
    return np.stack([p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]], axis=2) @ f.inverse


def value(f: Fabric, x: Floats) -> float:
    """The energy; inf when a triangle has flipped."""
    g = gradients(f, x)
    det = g[:, 0, 0] * g[:, 1, 1] - g[:, 0, 1] * g[:, 1, 0]
    if (det <= 0).any():
        return float("inf")
    norm = (g * g).sum(axis=(1, 2))
    turn = ((g - np.eye(2)) ** 2).sum(axis=(1, 2))
    each = np.where(f.land, norm + norm / det**2 - 4 + TURN / 2 * turn, norm / det - 2)
    return float(f.weight @ each)


def derivatives(f: Fabric, x: Floats) -> tuple[Floats, Floats]:
    """Gradient (t, 6) and Hessian (t, 6, 6) per triangle, in the order x0 y0 x1 y1 x2 y2."""
    g = gradients(f, x)
    u, a, b, vt = _svd(g)
    b = np.maximum(b, 1e-9)
    land = f.land
    e1 = np.where(land, 2 * a - 2 / a**3, 1 / b - b / a**2)
    e2 = np.where(land, 2 * b - 2 / b**3, 1 / a - a / b**2)
    h11 = np.where(land, 2 + 6 / a**4, 2 * b / a**3)
    h22 = np.where(land, 2 + 6 / b**4, 2 * a / b**3)
    h12 = np.where(land, 0.0, -1 / b**2 - 1 / a**2)
    cube = a * a + a * b + b * b
    skew = np.where(land, 2 + 2 * cube / (a * b) ** 3, 1 / (a * b) + cube / (a * b) ** 2)
    twist = (e1 + e2) / (a + b)
    turn = np.where(land, TURN, 0.0)
    stress = (u * np.stack([e1, e2], axis=1)[:, None, :]) @ vt + turn[:, None, None] * (g - np.eye(2))
    mean, half = (h11 + h22) / 2, np.sqrt(((h11 - h22) / 2) ** 2 + h12**2)
    angle = 0.5 * np.arctan2(2 * h12, h11 - h22)
    c, n = np.cos(angle), np.sin(angle)
    values = np.stack([np.maximum(mean + half, 0), np.maximum(mean - half, 0), np.maximum(twist, 0), skew], axis=1)
    d1 = u[:, :, 0, None] * vt[:, None, 0, :]
    d2 = u[:, :, 1, None] * vt[:, None, 1, :]
    m1 = u[:, :, 1, None] * vt[:, None, 0, :]
    m2 = u[:, :, 0, None] * vt[:, None, 1, :]
    root = np.sqrt(0.5)
    modes = np.stack(
        [
            c[:, None, None] * d1 + n[:, None, None] * d2,
            -n[:, None, None] * d1 + c[:, None, None] * d2,
            root * (m1 - m2),
            root * (m1 + m2),
        ],
        axis=1,
    ).reshape(-1, 4, 4)
    hess = np.einsum("tk,tki,tkj->tij", values, modes, modes, optimize=True)
    hess[:, range(4), range(4)] += turn[:, None]
    lift = _lift(f.inverse)
    grad = np.einsum("tij,ti->tj", lift, stress.reshape(-1, 4)) * f.weight[:, None]
    full = np.transpose(lift, (0, 2, 1)) @ hess @ lift * f.weight[:, None, None]
    return grad, full


def _svd(g: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Rotations u and vt and the singular values a >= b (b signed) of 2 x 2 matrices (Blinn 1996)."""
    e, f = (g[:, 0, 0] + g[:, 1, 1]) / 2, (g[:, 0, 0] - g[:, 1, 1]) / 2
    k, h = (g[:, 1, 0] + g[:, 0, 1]) / 2, (g[:, 1, 0] - g[:, 0, 1]) / 2
    q, r = np.hypot(e, h), np.hypot(f, k)
    first, second = np.arctan2(k, f), np.arctan2(h, e)
    return _turn((second + first) / 2), q + r, q - r, _turn((second - first) / 2)


def _turn(angle: Floats) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([np.stack([c, -s], axis=1), np.stack([s, c], axis=1)], axis=1)


def _lift(inverse: Floats) -> Floats:
    """d vec(F) / d corners (t, 4, 6); vec(F) row by row."""
    b = np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)  # (t, 3 corners, 2 columns)
    lift = np.zeros((len(b), 4, 6))
    for row in range(2):
        for column in range(2):
            lift[:, 2 * row + column, row::2] = b[:, :, column]
    return lift


def reach(f: Fabric, x: Floats, step: Floats) -> float:
    """The largest share of a step before the first triangle flips (Smith & Schaefer 2015)."""
    p, d = x[f.triangles], step[f.triangles]
    a, b = p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]
    da, db = d[:, 1] - d[:, 0], d[:, 2] - d[:, 0]
    k0 = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    k1 = a[:, 0] * db[:, 1] - a[:, 1] * db[:, 0] + da[:, 0] * b[:, 1] - da[:, 1] * b[:, 0]
    k2 = da[:, 0] * db[:, 1] - da[:, 1] * db[:, 0]
    root = np.sqrt(np.maximum(k1 * k1 - 4 * k2 * k0, 0.0))
    real = k1 * k1 - 4 * k2 * k0 >= 0
    q = -0.5 * (k1 + np.where(k1 >= 0, root, -root))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.stack([q / k2, k0 / q])
    t = np.where(real & np.isfinite(t) & (t > 0), t, np.inf)
    return float(t.min(initial=np.inf))
