"""Article 4: when and where a moving sphere meets a line."""

from math import sqrt

FLT_MAX = 3.4028234663852886e38


def sphere_line(r, pre_x, pre_y, pre_z, pos_x, pos_y, pos_z, qx, qy, qz, dx, dy, dz):
    Ex, Ey, Ez = pos_x - pre_x, pos_y - pre_y, pos_z - pre_z
    size = sqrt(dx * dx + dy * dy + dz * dz)
    Vx, Vy, Vz = dx, dy, dz
    if size != 0.0:
        Vx, Vy, Vz = dx / size, dy / size, dz / size
    Rx, Ry, Rz = qx - pre_x, qy - pre_y, qz - pre_z
    dotEV = Ex * Vx + Ey * Vy + Ez * Vz
    dotRV = Rx * Vx + Ry * Vy + Rz * Vz
    Ax, Ay, Az = dotEV * Vx - Ex, dotEV * Vy - Ey, dotEV * Vz - Ez
    Cx, Cy, Cz = Rx - dotRV * Vx, Ry - dotRV * Vy, Rz - dotRV * Vz
    Alpha = Ax * Ax + Ay * Ay + Az * Az
    Beta = Ax * Cx + Ay * Cy + Az * Cz
    Omega = Cx * Cx + Cy * Cy + Cz * Cz - r * r

    tmp = Beta * Beta - Alpha * Omega
    if abs(Alpha) <= 0.00001 or tmp < 0.0:
        # No time and no place: the largest float, and the start.
        colli = pre_x, pre_y, pre_z
        if Omega < 0.0:
            return True, FLT_MAX, colli
        return False, FLT_MAX, colli

    t = (-sqrt(tmp) - Beta) / Alpha
    colli = pre_x + t * Ex, pre_y + t * Ey, pre_z + t * Ez
    if t >= 0.0 and t <= 1.0:
        return True, t, colli
    # It may overlap the line already.
    if Omega < 0.0:
        return True, t, colli
    return False, t, colli
