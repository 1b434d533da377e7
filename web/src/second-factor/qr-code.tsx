import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
  className?: string | undefined
}

/** A QR code as a single path; black on white in dark mode too, so that cameras can read it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
