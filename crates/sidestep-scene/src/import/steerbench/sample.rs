//! A test case that uses every element of the format, for tests.

/// Every element at least once, with numbers that can be told apart.
pub(super) const EVERYTHING: &str = r#"<!-- a comment before the declaration -->
<?xml version="1.0" encoding="UTF-8"?>
<SteerBenchTestCase xmlns="http://www.magix.ucla.edu/steerbench">
  <header>
    <version>1.2</version>
    <name>Every Thing</name>
    <worldBounds>
      <xmin>-40</xmin> <xmax>50.5</xmax> <ymin>0</ymin> <ymax>0</ymax> <zmin>-20</zmin> <zmax>30</zmax>
    </worldBounds>
    <description> All there is. </description>
    <passingCriteria>nobody cries</passingCriteria>
  </header>
  <suggestedCameraView>
    <position> <x>1</x> <y>35</y> <z>-5</z> </position>
    <lookat> <x>2</x> <y>0</y> <z>0</z> </lookat>
    <up> <x>0</x> <y>1</y> <z>0</z> </up>
    <fovy>45</fovy>
  </suggestedCameraView>
  <obstacle>
    <xmin>10</xmin> <xmax>12</xmax> <ymin>0</ymin> <ymax>1</ymax> <zmin>3</zmin> <zmax>9</zmax>
  </obstacle>
  <circleObstacle>
    <radius>1.5</radius> <height>2</height> <position><x>-5</x><y>0</y><z>6</z></position>
  </circleObstacle>
  <orientedBoxObstacle>
    <thetaY>30</thetaY>
    <size><x>4</x><y>1</y><z>2</z></size>
    <position><x>20</x><y>0</y><z>-10</z></position>
  </orientedBoxObstacle>
  <orientedWallObstacle>
    <thetaY>0</thetaY>
    <size><x>10</x><y>2</y><z>0.5</z></size>
    <position><x>-20</x><y>0</y><z>20</z></position>
    <doorway><value>2</value><doorRadius>0.75</doorRadius></doorway>
  </orientedWallObstacle>
  <orientedWallObstacle>
    <thetaY>0</thetaY>
    <size><x>10</x><y>2</y><z>0.5</z></size>
    <position><x>-20</x><y>0</y><z>25</z></position>
    <doorway><value><random>true</random></value></doorway>
  </orientedWallObstacle>
  <polygonObstacle isClosed="true">
    <vertex><x>30</x><y>0</y><z>0</z></vertex>
    <vertex><x>34</x><y>0</y><z>0</z></vertex>
    <vertex><x>34</x><y>0</y><z>1</z></vertex>
    <vertex><x>31</x><y>0</y><z>1</z></vertex>
    <vertex><x>31</x><y>0</y><z>3</z></vertex>
    <vertex><x>30</x><y>0</y><z>3</z></vertex>
  </polygonObstacle>
  <obstacleRegion>
    <numObstacles>7</numObstacles> <obstacleSize>0.98</obstacleSize> <obstacleHeight>1</obstacleHeight>
    <regionBounds>
      <xmin>-10</xmin> <xmax>0</xmax> <ymin>0</ymin> <ymax>1</ymax> <zmin>-19</zmin> <zmax>-9</zmax>
    </regionBounds>
  </obstacleRegion>
  <agentRegion>
    <numAgents>12</numAgents>
    <regionBounds>
      <xmin>0</xmin> <xmax>8</xmax> <ymin>0</ymin> <ymax>0</ymax> <zmin>10</zmin> <zmax>18</zmax>
    </regionBounds>
    <initialConditions>
      <direction><random>true</random></direction> <radius>0.3</radius> <speed>0</speed>
    </initialConditions>
    <goalSequence>
      <seekStaticTarget>
        <targetLocation><random>true</random></targetLocation> <desiredSpeed>1.1</desiredSpeed>
        <timeDuration>314124901934089620000000000000000</timeDuration>
      </seekStaticTarget>
      <groupTarget/>
    </goalSequence>
  </agentRegion>
  <agent>
    <name>Agent A</name>
    <initialConditions>
      <radius>0.5</radius> <position><x>-1</x><y>0</y><z>2</z></position>
      <direction><x>0</x><y>0</y><z>-2</z></direction> <speed>0.25</speed>
      <color><r>0.3</r><g>0.5</g><b>1</b></color>
    </initialConditions>
    <goalSequence>
      <seekStaticTarget>
        <targetLocation><x>5</x><y>0</y><z>-6</z></targetLocation> <desiredSpeed>1.25</desiredSpeed>
      </seekStaticTarget>
      <seekAxisAlignedBoxRegion>
        <targetLocation><x>6</x><y>0</y><z>7</z></targetLocation>
        <goalRegionBounds>
          <xmin>5</xmin> <xmax>8</xmax> <ymin>0</ymin> <ymax>0</ymax> <zmin>6</zmin> <zmax>9</zmax>
        </goalRegionBounds>
        <desiredSpeed>2</desiredSpeed> <timeDuration>40</timeDuration>
      </seekAxisAlignedBoxRegion>
      <fleeDynamicTarget><targetName>Agent B</targetName><random>false</random></fleeDynamicTarget>
      <fleeStaticTarget><targetLocation><x>1</x><y>0</y><z>1</z></targetLocation></fleeStaticTarget>
      <flowStaticDirection><targetDirection><x>0</x><y>0</y><z>3</z></targetDirection></flowStaticDirection>
      <idle><timeDuration>5</timeDuration></idle>
    </goalSequence>
  </agent>
  <agent>
    <name>Agent B</name>
    <initialConditions>
      <position><random>true</random></position> <direction><x>1</x><y>0</y><z>0</z></direction>
    </initialConditions>
    <goalSequence>
      <seekDynamicTarget><targetName>anyone</targetName><random>true</random></seekDynamicTarget>
      <flowDynamicDirection>
        <type>FOLLOW_CROWD</type>
        <Behaviour>
          <SteeringAlgorithm> pprAI </SteeringAlgorithm>
          <Parameters>
            <parameter><key>ped_max_speed</key><value>1.7</value></parameter>
          </Parameters>
        </Behaviour>
      </flowDynamicDirection>
    </goalSequence>
  </agent>
  <agentEmitter>
    <name>Source</name>
    <initialConditions>
      <radius>0.4</radius> <position><x>-30</x><y>0</y><z>-3</z></position>
      <direction><x>1</x><y>0</y><z>0</z></direction> <speed>0</speed>
    </initialConditions>
    <goalSequence>
      <seekDynamicTarget><targetName>Agent A</targetName></seekDynamicTarget>
    </goalSequence>
  </agentEmitter>
</SteerBenchTestCase>
"#;

/// [`EVERYTHING`] with one piece of text replaced, which must be there.
pub(super) fn everything_but(text: &str, replacement: &str) -> String {
    assert!(EVERYTHING.contains(text), "the sample holds no {text:?}");
    EVERYTHING.replacen(text, replacement, 1)
}
