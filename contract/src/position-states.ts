export const positionStates = ['open', 'on_hold', 'closed'] as const
