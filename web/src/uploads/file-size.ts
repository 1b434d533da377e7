import { formatNumber } from '../ui/format.ts'

const kilobyte = 1024

/** 204 kB, 1.3 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilobyte ** 2) return `${formatNumber(Math.max(1, Math.round(bytes / kilobyte)))} kB`
  return `${formatNumber(Math.round((bytes / kilobyte ** 2) * 10) / 10)} MB`
}
