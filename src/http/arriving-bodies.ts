/** The most bytes of all bodies together that are arriving at an endpoint. */
export const MOST_ARRIVING = 32 * 1024 * 1024;

/** A body that is arriving. */
export interface ArrivingBody {
  /** What of it has arrived and is kept. */
  bytes: number;
  /** Ends the body: it is refused, or not kept. */
  giveWay(): void;
}

/**
 * The bodies that are arriving. Beyond {@link MOST_ARRIVING} bytes, the largest of them gives way, and among equals the one that
 * began first. So a client that sends many bodies and ends none cannot keep others out.
 */
export class ArrivingBodies {
  readonly #bodies = new Set<ArrivingBody>();
  #bytes = 0;

  add(body: ArrivingBody, bytes: number): void {
    this.#bodies.add(body);
    body.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > MOST_ARRIVING) {
      const largest = [...this.#bodies].reduce((one, other) => (other.bytes > one.bytes ? other : one));
      this.remove(largest);
      largest.giveWay();
    }
  }

  /** Once a body has arrived, was refused or was cut off. */
  remove(body: ArrivingBody): void {
    if (!this.#bodies.delete(body)) return;
    this.#bytes -= body.bytes;
  }
}
