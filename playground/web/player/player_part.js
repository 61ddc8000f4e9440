/* A part of the page that shows what its player knows. */

export class PlayerPart {
  /** @param {Player} player */
  constructor(player) { this.player = player; }
}
