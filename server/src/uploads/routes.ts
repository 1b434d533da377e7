import { downloadFile } from './download-file.ts'
import { listFiles } from './list-files.ts'
import { previewFile } from './preview-file.ts'
import { readResume } from './read-resume.ts'
import { uploadFile } from './upload-file.ts'

export const uploadRoutes = [uploadFile, listFiles, downloadFile, previewFile, readResume]
