import { LEAST_RADIUS, LEAST_RADIUS_FOR_SIGNS } from "drawing/agents";
import { GROUP_COLOURS } from "drawing/palette";
import { AgentFlag } from "sidestep";

/** Places a square over each agent, in CSS pixels, large enough for the rings and signs round its disc. */
export const VERTEX = `#version 300 es
in vec2 aCorner;
in vec2 aPlace;
in vec2 aHeading;
in float aRadius;
in float aGroup;
in float aFlags;

uniform mat3 uProjectionMatrix;
uniform vec4 uCamera;

out vec2 vOffset;
out vec2 vScreen;
flat out vec2 vHeading;
flat out float vRadius;
flat out int vGroup;
flat out int vFlags;

void main() {
  vFlags = int(aFlags + 0.5);
  vGroup = int(aGroup + 0.5) % ${GROUP_COLOURS};
  vRadius = max(aRadius * uCamera.x, ${LEAST_RADIUS.toFixed(1)});
  vHeading = aHeading;
  float reach = uCamera.w > 0.5 ? vRadius + 1.0 : vRadius * 1.3 + 8.0;
  vOffset = aCorner * reach;
  vScreen = vec2(uCamera.y + aPlace.x * uCamera.x, uCamera.z - aPlace.y * uCamera.x) + vec2(vOffset.x, -vOffset.y);
  vec3 clip = uProjectionMatrix * vec3(vScreen, 1.0);
  bool present = (vFlags & ${AgentFlag.PRESENT}) != 0;
  gl_Position = present ? vec4(clip.xy, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

/**
 * A disc in the colour of the group with a notch where it faces and the sign of the group in its middle; round it a dashed ring
 * with a no-entry sign if it is blocked, a thick ring with spikes if it touches something, a wide ring if it is in the air.
 */
export const FRAGMENT = `#version 300 es
precision highp float;

in vec2 vOffset;
in vec2 vScreen;
flat in vec2 vHeading;
flat in float vRadius;
flat in int vGroup;
flat in int vFlags;

uniform vec4 uCamera;
uniform vec4 uClip;
uniform vec3 uColours[${GROUP_COLOURS}];
uniform vec3 uInks[3];

out vec4 colour;

// How much of a pixel lies within a distance, given the distance to the edge in pixels.
float inside(float distance) {
  return clamp(0.5 - distance, 0.0, 1.0);
}

// Colours are premultiplied.
void over(vec3 ink, float share) {
  colour = vec4(ink * share, share) + colour * (1.0 - share);
}

float boxDistance(vec2 at, vec2 half_size) {
  vec2 off = abs(at) - half_size;
  return max(off.x, off.y);
}

// The sign of a group, in a square of −1 to 1 that turns with the agent.
float groupSign(vec2 at, float pixel) {
  float reach = length(at);
  float distance = 1.0;
  if (vGroup == 1) distance = reach - 0.62;
  else if (vGroup == 2) distance = abs(reach - 0.66) - 0.24;
  else if (vGroup == 3) distance = boxDistance(at, vec2(0.26, 0.95));
  else if (vGroup == 4) distance = min(boxDistance(at, vec2(0.22, 0.9)), boxDistance(at, vec2(0.9, 0.22)));
  else if (vGroup == 5) distance = min(length(at - vec2(0.0, 0.6)), length(at + vec2(0.0, 0.6))) - 0.4;
  else if (vGroup == 6) distance = abs(boxDistance(at, vec2(0.6))) - 0.18;
  else if (vGroup == 7) distance = min(boxDistance(at - vec2(0.45, 0.0), vec2(0.18, 0.9)), boxDistance(at + vec2(0.45, 0.0), vec2(0.18, 0.9)));
  return inside(distance / pixel);
}

void main() {
  if (vScreen.x < uClip.x || vScreen.y < uClip.y || vScreen.x > uClip.z || vScreen.y > uClip.w) discard;
  vec3 ground = uInks[0];
  vec3 ink = uInks[1];
  vec3 bad = uInks[2];
  float reach = length(vOffset);
  colour = vec4(0.0);
  if (uCamera.w > 0.5) {
    float share = inside(reach - vRadius);
    colour = vec4(uColours[vGroup] * share, share);
    return;
  }
  bool blocked = (vFlags & ${AgentFlag.BLOCKED}) != 0;
  bool airborne = (vFlags & ${AgentFlag.AIRBORNE}) != 0;
  bool touching = (vFlags & ${AgentFlag.TOUCHING}) != 0;
  float angle = atan(vOffset.y, vOffset.x);
  // A rim of the ground's colour keeps discs apart that stand side by side.
  over(ground, inside(reach - vRadius));
  over(uColours[vGroup], inside(reach - vRadius + min(1.0, vRadius * 0.1)));
  if (vRadius >= ${LEAST_RADIUS_FOR_SIGNS.toFixed(1)}) {
    vec2 turned = vec2(dot(vOffset, vHeading), dot(vOffset, vec2(-vHeading.y, vHeading.x)));
    float size = vRadius * 0.42;
    over(ground, groupSign((turned + vec2(vRadius * 0.2, 0.0)) / size, 1.0 / size));
    float notch = boxDistance(turned - vec2(vRadius * 0.72, 0.0), vec2(vRadius * 0.3, max(0.9, vRadius * 0.11)));
    over(ground, inside(notch));
  }
  if (touching) {
    float spikes = step(0.5, fract(angle * 8.0 / 6.2831853)) * min(4.0, 1.5 + vRadius * 0.2);
    over(bad, inside(abs(reach - vRadius - 1.0 - spikes * 0.5) - 1.2 - spikes * 0.5));
  }
  if (airborne) over(ink, inside(abs(reach - vRadius * 1.25 - 3.0) - 0.9));
  if (blocked) {
    float dashes = smoothstep(0.45, 0.5, abs(fract(angle * 6.0 / 6.2831853) - 0.5) * 2.0);
    over(ink, inside(abs(reach - vRadius - 3.0) - 1.0) * dashes);
    if (vRadius >= ${LEAST_RADIUS_FOR_SIGNS.toFixed(1)}) {
      float size = clamp(vRadius * 0.42, 3.5, 8.0);
      vec2 at = vOffset - vec2(vRadius * 0.75, vRadius * 0.75) - 1.0;
      over(ground, inside(length(at) - size - 1.0));
      over(ink, inside(length(at) - size));
      over(ground, inside(boxDistance(at, vec2(size * 0.6, max(0.8, size * 0.2)))));
    }
  }
}
`;
