//! Changes to the parameters of the methods by which agents avoid each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sidestep::avoid::orca::Orca;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep_study::anticipatory::Anticipatory;

use super::number::{
    Count, Density, Factor, Fraction, Horizon, Length, Share, SideAngle, Strength, Weight, set,
};
use super::serial::is_empty;

/// Parameters of the method `default` towards others: it chooses among velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SamplingOverrides {
    /// Contacts later than this don't matter (s). It shrinks in a crowd.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
    /// The share of the area around, filled with bodies, at which the horizon is halved. Bodies fill 0.91 of it
    /// at most: at the default of 4 the horizon is 19 % shorter in the densest crowd, so it is as good as
    /// constant. A value below 1 makes a crowd short-sighted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halving_occupancy: Option<Share>,
    /// How far others are looked for (m), edge to edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Length>,
    /// Number of the nearest others that are dodged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_neighbors: Option<Count>,
    /// What a contact in a second costs, as a share of the preferred speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_weight: Option<Weight>,
    /// How much more contacts with those count who don't avoid it, such as players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stranger_weight: Option<Factor>,
    /// Of all contacts at a velocity the worst counts in full and the others this part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub further_contacts: Option<Fraction>,
    /// Of all that passing closely costs at a velocity the dearest counts in full and the rest this part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub further_passing: Option<Fraction>,
    /// What passing edge to edge at once costs, as a share of the preferred speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss_weight: Option<Weight>,
    /// Distance between the edges in passing at which that has faded to about a third (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss_distance: Option<Length>,
    /// Time until passing at which that has faded to about a third (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss_time: Option<Horizon>,
    /// By how much everybody's preferred direction turns to the right while somebody is in the way
    /// (rad); negative turns to the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_angle: Option<SideAngle>,
    /// By how much it turns to the side to which everybody keeps while others come against it in a passage
    /// between walls and it is in their half (rad). At 0 the first who are there take all of the width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane_angle: Option<Fraction>,
    /// How much less those count who go to the same place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fellow_weight: Option<Fraction>,
    /// What changing the velocity costs: it keeps agents from trembling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Fraction>,
    /// What was chosen is kept until something else costs less by this share of the speed that it
    /// would like: higher is calmer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub persistence: Option<Fraction>,
    /// How long it goes on as it has chosen while it is calm (s): on its way to a place that stays
    /// where it is, held up by nobody, and with little to meet; or three times as long, whoever it meets
    /// that avoids it, too, far from all obstacles. At 0 it decides in each step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calm_interval: Option<Weight>,
    /// What meeting others may cost while it is calm, as a share of the preferred speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calm_cost: Option<Weight>,
    /// How much of the work among those who go the same way is left to the one behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looking_ahead: Option<Fraction>,
    /// How much faster than it prefers an agent may go to get out of the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub haste: Option<Factor>,
    /// Contacts with obstacles later than this don't matter when dodging others (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle_horizon: Option<Horizon>,
    /// Held up for so long (s) it claims the way ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience: Option<Horizon>,
    /// A claim is kept until it has got on for so long (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Horizon>,
    /// How far ahead the way is claimed, in radii.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<Weight>,
    /// How much less contacts count with those who have to make room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boldness: Option<Fraction>,
    /// How much more it counts to stay out of a claimed way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insistence: Option<Factor>,
    /// For how long ahead it stays out of the way of somebody nearer to where both go (s); 0: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fellow_reach: Option<Weight>,
    /// Held up for so long the nearer one goes first (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fellow_patience: Option<Weight>,
    /// What passing those closely costs who go exactly its way, as a share of the usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alongside_passing: Option<Fraction>,
    /// What passing those closely costs who go the same way while it is held up, as a share of what
    /// it would cost else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squeezed_passing: Option<Fraction>,
}

impl SamplingOverrides {
    /// Puts what is given in the place of the usual values.
    pub(crate) fn change(&self, parameters: &mut VelocitySampling) {
        set(&mut parameters.horizon, self.horizon);
        set(&mut parameters.halving_occupancy, self.halving_occupancy);
        set(&mut parameters.distance, self.distance);
        if let Some(most) = self.most_neighbors {
            parameters.most_neighbors = most.get() as usize;
        }
        set(&mut parameters.contact_weight, self.contact_weight);
        set(&mut parameters.stranger_weight, self.stranger_weight);
        set(&mut parameters.further_contacts, self.further_contacts);
        set(&mut parameters.further_passing, self.further_passing);
        set(&mut parameters.fellow_weight, self.fellow_weight);
        set(&mut parameters.inertia, self.inertia);
        set(&mut parameters.persistence, self.persistence);
        set(&mut parameters.calm_interval, self.calm_interval);
        set(&mut parameters.calm_cost, self.calm_cost);
        set(&mut parameters.looking_ahead, self.looking_ahead);
        let right_of_way = &mut parameters.right_of_way;
        set(&mut right_of_way.patience, self.patience);
        set(&mut right_of_way.hold, self.hold);
        set(&mut right_of_way.reach, self.reach);
        set(&mut right_of_way.boldness, self.boldness);
        set(&mut right_of_way.insistence, self.insistence);
        set(&mut right_of_way.fellow_reach, self.fellow_reach);
        set(&mut right_of_way.fellow_patience, self.fellow_patience);
        set(&mut parameters.alongside_passing, self.alongside_passing);
        set(&mut parameters.squeezed_passing, self.squeezed_passing);
        set(&mut parameters.miss_weight, self.miss_weight);
        set(&mut parameters.miss_distance, self.miss_distance);
        set(&mut parameters.miss_time, self.miss_time);
        set(&mut parameters.side_angle, self.side_angle);
        set(&mut parameters.lane_angle, self.lane_angle);
        set(&mut parameters.haste, self.haste);
        set(&mut parameters.obstacle_horizon, self.obstacle_horizon);
    }
}

/// Parameters of the method `orca`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OrcaOverrides {
    /// Time for which no other agent shall be touched (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_horizon: Option<Horizon>,
    /// Time for which no wall and no obstacle shall be touched (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle_time_horizon: Option<Horizon>,
}

impl OrcaOverrides {
    /// Puts what is given in the place of the usual values.
    pub(crate) fn change(&self, parameters: &mut Orca) {
        set(&mut parameters.time_horizon, self.time_horizon);
        set(
            &mut parameters.obstacle_time_horizon,
            self.obstacle_time_horizon,
        );
    }
}

/// Parameters of the method `anticipatory`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnticipatoryOverrides {
    /// Strength of the energy of a coming contact (m²). Higher keeps further apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// Time (s) beyond which contacts soon stop to matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fading_time: Option<Horizon>,
    /// Contacts later than this aren't felt at all (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
}

impl AnticipatoryOverrides {
    /// Puts what is given in the place of the usual values.
    pub(crate) fn change(&self, parameters: &mut Anticipatory) {
        set(&mut parameters.strength, self.strength);
        set(&mut parameters.fading_time, self.fading_time);
        set(&mut parameters.horizon, self.horizon);
    }
}

/// Parameters of classic unaligned avoidance (rocketman, 2010), of `classic` and `classic-time`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UnalignedOverrides {
    /// With `classic`: the distance (m) by which everybody is moved ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Length>,
    /// With `classic-time`: everybody is moved ahead by what they go in this time (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Horizon>,
    /// Agents a square metre at which it looks only half as far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halving_density: Option<Density>,
    /// How long a frame lasts (s), in which the classic form turns once. Shorter answers more
    /// sharply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Horizon>,
    /// Whether those are seen who are beyond an edge of a world that wraps; yes if not given.
    /// rocketman's vehicles don't look over the edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_edges: Option<bool>,
}

is_empty!(
    SamplingOverrides,
    OrcaOverrides,
    AnticipatoryOverrides,
    UnalignedOverrides
);
