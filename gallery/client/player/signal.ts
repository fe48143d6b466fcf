/** Tells listeners that something has happened. */
export class Signal<Value = void> {
  private readonly listeners = new Set<(value: Value) => void>();

  /** Returns how to stop listening. */
  listen(listener: (value: Value) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: Value): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}
