const key = 'had_checklist'

/** Returns whether the setup checklist was in the navigation at the last visit in this browser. */
export function hadChecklist(): boolean {
  return localStorage.getItem(key) === 'yes'
}

export function rememberChecklist(has: boolean): void {
  localStorage.setItem(key, has ? 'yes' : 'no')
}
