import { formatNumber } from '../ui/format.ts'

const kilobyte = 1024

/** Formats a file size: 204 kB, 1.3 MB, 2.5 GB. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilobyte ** 2) return `${formatNumber(Math.max(1, Math.round(bytes / kilobyte)))} kB`
  const unit = bytes < kilobyte ** 3 ? 2 : 3
  return `${formatNumber(Math.round((bytes / kilobyte ** unit) * 10) / 10)} ${unit === 2 ? 'MB' : 'GB'}`
}
