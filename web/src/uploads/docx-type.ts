/** A Word document. */
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
