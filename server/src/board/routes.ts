import { getBoard } from './get-board.ts'
import { getBoardColumn } from './get-board-column.ts'
import { listBoardLanes } from './list-board-lanes.ts'
import { moveApplications } from './move-applications.ts'

export const boardRoutes = [getBoard, getBoardColumn, listBoardLanes, moveApplications]
