/** A first scene of one's own: something of each kind, small enough to understand. */
export const FIRST_SCENE = `name = "my-scene"
seed = 1
dt = 0.025
duration = 60.0

[bounds]
kind = "walled"
min = [-12.0, -8.0]
max = [12.0, 8.0]

[[walls]]
points = [[0.0, 8.0], [0.0, 2.0]]
thickness = 0.2

[[walls]]
points = [[0.0, -2.0], [0.0, -8.0]]
thickness = 0.2

[[obstacles]]
box = { center = [-4.0, 0.5], size = [1.5, 1.0], angle = 0.4 }
temporary = true

[[agents]]
name = "eastward"
count = 16
region = { min = [-11.0, -6.0], max = [-7.0, 6.0] }
goals = [{ region = { min = [8.0, -5.0], max = [11.0, 5.0] } }]
`;
