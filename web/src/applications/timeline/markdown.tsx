import Markdown, { type Components } from 'react-markdown'

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // Headings in a comment do not belong to the outline of the page.
  h1: ({ children }) => (
    <p>
      <strong>{children}</strong>
    </p>
  ),
  h2: ({ children }) => (
    <p>
      <strong>{children}</strong>
    </p>
  ),
  h3: ({ children }) => (
    <p>
      <strong>{children}</strong>
    </p>
  ),
}

/** Renders the Markdown of comments. HTML in it stays text, and external images are not loaded. */
export function CommentMarkdown({ text }: { text: string }) {
  return (
    <Markdown components={components} disallowedElements={['img', 'h4', 'h5', 'h6']} unwrapDisallowed>
      {text}
    </Markdown>
  )
}
