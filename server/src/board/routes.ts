import { getBoard } from './get-board.ts'
import { getBoardColumn } from './get-board-column.ts'
import { moveApplications } from './move-applications.ts'

export const boardRoutes = [getBoard, getBoardColumn, moveApplications]
