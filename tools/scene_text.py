"""The parts of a scene file as text, for the scripts that write built-in scenes."""


def number(value, digits=3):
    return repr(round(value, digits) + 0.0)


def point(place, digits=3):
    return f"[{number(place[0], digits)}, {number(place[1], digits)}]"


def points(places, digits=3):
    return f"[{', '.join(point(place, digits) for place in places)}]"


def region(center, size):
    low, high = ([middle + side * width / 2 for middle, width in zip(center, size)] for side in (-1, 1))
    return f"{{ min = {point(low)}, max = {point(high)} }}"


def wall(places, thickness, closed=False):
    joined = ["closed = true"] if closed else []
    return "\n".join(["[[walls]]", f"points = {points(places)}", *joined, f"thickness = {number(thickness)}"])


def crate(center, size, angle=0.0):
    turned = f", angle = {number(angle)}" if angle else ""
    return obstacle(f"box = {{ center = {point(center)}, size = {point(size)}{turned} }}", "temporary = true")


def circle(center, radius, *more):
    return obstacle(f"circle = {{ center = {point(center)}, radius = {number(radius)} }}", *more)


def barrel(center, radius, *more):
    return circle(center, radius, "temporary = true", *more)


def obstacle(*lines):
    return "\n".join(["[[obstacles]]", *lines])


def goal(place, radius=0.3, digits=3):
    return f"goals = [{{ point = {point(place, digits)}, radius = {number(radius)} }}]"


def walkers(name, starts, radius, speed, *more, digits=3):
    """A group that starts at listed places; the last of `more` is its goal."""
    body = [f"radius = {number(radius)}", f"speed = {number(speed)}"]
    return "\n".join(["[[agents]]", f'name = "{name}"', f"positions = {points(starts, digits)}", *body, *more])


def write(head, tables):
    """Prints the scene: what stands at the top of the file, and its tables."""
    print("\n\n".join([head.strip(), *tables]))
