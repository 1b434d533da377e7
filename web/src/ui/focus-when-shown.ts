/**
 * As the `ref` of what takes the place of a form that was sent: the focus goes on there, where it would be lost with the
 * button that was pressed.
 */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus()
}
