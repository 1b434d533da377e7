import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
  className?: string | undefined
}

/** A QR code as one path; black on white in the dark too, or cameras would not read it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
