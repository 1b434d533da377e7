/** The groups of the settings, in order. */
export const settingsGroups = ['you', 'workspace', 'people', 'integrations', 'privacy'] as const

export type SettingsGroup = (typeof settingsGroups)[number]
