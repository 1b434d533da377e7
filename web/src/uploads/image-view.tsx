import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { ErrorState } from '../ui/state.tsx'
import classes from './file-preview.module.css'
import type { FileRef } from './open-file.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { type Zoom, ZoomControls, zoomByKey } from './zoom-controls.tsx'

const step = 1.25
const smallest = 0.1
const largest = 8

/** Returns an object URL of the content, revoked on unmount. */
function useAddress(content: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(content)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [content])
  return address
}

/** An image that fits its frame until it is zoomed. */
export function ImageView({ file, content }: { file: FileRef; content: Blob }) {
  const address = useAddress(content)
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const [fitted, setFitted] = useState(1)
  /** Null to fit the frame. */
  const [chosen, setChosen] = useState<number | null>(null)
  const scale = chosen ?? fitted
  const measure = () => {
    const { naturalWidth, naturalHeight, clientWidth } = image.current!
    setNatural({ width: naturalWidth, height: naturalHeight })
    if (naturalWidth > 0) setFitted(clientWidth / naturalWidth)
  }
  const zoom: Zoom = {
    scale,
    in: () => setChosen(Math.min(largest, scale * step)),
    out: () => setChosen(Math.max(smallest, scale / step)),
    fit: () => setChosen(null),
  }
  if (broken) {
    return (
      <PreviewFrame file={file}>
        <ErrorState
          title={t`This image cannot be shown`}
          text={t`The file is damaged. Download it or ask for another copy.`}
        />
      </PreviewFrame>
    )
  }
  return (
    <PreviewFrame file={file} controls={<ZoomControls zoom={zoom} />}>
      <section
        className={classes.fill}
        aria-label={file.name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => zoomByKey(event, zoom)}
      >
        <div className={classes.image} data-fit={chosen === null || undefined}>
          {address && (
            <img
              ref={image}
              src={address}
              alt={file.name}
              width={chosen === null ? undefined : natural.width * scale}
              height={chosen === null ? undefined : natural.height * scale}
              onLoad={measure}
              onError={() => setBroken(true)}
            />
          )}
        </div>
      </section>
    </PreviewFrame>
  )
}
