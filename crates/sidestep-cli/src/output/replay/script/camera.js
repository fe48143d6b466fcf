// From metres to pixels of the map and back. Up in the world is up on the screen.

const camera = {
  x: 0,
  y: 0,
  // Pixels a metre.
  scale: 1,
  width: 1,
  height: 1,

  screenX(x) { return (x - this.x) * this.scale + this.width / 2; },
  screenY(y) { return (this.y - y) * this.scale + this.height / 2; },
  worldX(x) { return (x - this.width / 2) / this.scale + this.x; },
  worldY(y) { return this.y - (y - this.height / 2) / this.scale; },

  fitScale() {
    const [left, bottom, right, top] = recording.view;
    return Math.min(this.width / (right - left), this.height / (top - bottom));
  },

  fit() {
    const [left, bottom, right, top] = recording.view;
    this.x = (left + right) / 2;
    this.y = (bottom + top) / 2;
    this.scale = this.fitScale();
  },

  // Zooms so that what is under a place of the screen stays there.
  zoomAt(screenX, screenY, factor) {
    const x = this.worldX(screenX);
    const y = this.worldY(screenY);
    const fit = this.fitScale();
    this.scale = Math.min(Math.max(this.scale * factor, fit / 4), Math.max(fit * 4, 2000));
    this.x = x - (screenX - this.width / 2) / this.scale;
    this.y = y + (screenY - this.height / 2) / this.scale;
  },

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  },

  // Takes a new size of the map in; a map that showed everything keeps doing so.
  resize(width, height) {
    const fitted = Math.abs(this.scale / this.fitScale() - 1) < 1e-6;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (fitted || !this.ready) this.fit();
    this.ready = true;
  },
  ready: false,
};
