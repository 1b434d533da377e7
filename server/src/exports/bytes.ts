/** A growing byte buffer. */
export class Bytes {
  #bytes: Buffer
  #length = 0

  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafe(room)
  }

  #grow(by: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + by))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  byte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#length++] = byte
  }

  /** Appends a part of another buffer. */
  part(from: Buffer, start: number, end: number): void {
    const many = end - start
    if (this.#length + many > this.#bytes.length) this.#grow(many)
    if (many > 100) {
      from.copy(this.#bytes, this.#length, start, end)
      this.#length += many
      return
    }
    // For so few bytes a loop is faster than `copy`.
    const bytes = this.#bytes
    let at = this.#length
    for (let index = start; index < end; index += 1) bytes[at++] = from[index]!
    this.#length = at
  }

  all(from: Buffer): void {
    this.part(from, 0, from.length)
  }

  text(text: string): void {
    this.all(Buffer.from(text))
  }

  taken(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
