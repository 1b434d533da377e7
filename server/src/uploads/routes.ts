import { downloadFile } from './download-file.ts'
import { uploadFile } from './upload-file.ts'

export const uploadRoutes = [uploadFile, downloadFile]
