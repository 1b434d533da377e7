/**
 * Focuses an element when it mounts, used as its `ref`. For content that replaces a submitted form, whose
 * button had the focus.
 */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus()
}
