import { startViewing } from './start-viewing.ts'
import { stopViewing } from './stop-viewing.ts'

export const presenceRoutes = [startViewing, stopViewing]
