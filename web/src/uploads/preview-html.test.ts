import { describe, expect, it } from 'vitest'
import { trustedPreview } from './preview-html.ts'

const picture = `<img src="data:image/png;base64,${'iVBO'.repeat(1_000_000)}=" alt="" />`

describe('the preview of a document', () => {
  it.each([
    ['paragraphs', '<h1>Ana &lt;b&gt;</h1><p>Welder, &amp; <strong>cook</strong><br /></p>'],
    ['lists and tables', '<ul><li>a</li></ul><table><tr><td colspan="2" rowspan>1 &gt; 0</td></tr></table>'],
    [
      'links',
      '<a href="https://a.example/?a=1&amp;b=%22" rel="noopener noreferrer nofollow" target="_blank">a</a>' +
        '<a href="MAILTO:ana@a.example">b</a><a href="tel:+47">c</a><a href="../cv/a:b">d</a><a href>e</a><a>f</a>',
    ],
    ['a large picture', picture],
    ['nothing', ''],
  ])('is set where it holds plain elements: %s', (_, html) => {
    expect(trustedPreview(html)).toBe(html)
  })

  it.each([
    '<script>alert(1)</script>',
    '<svg onload="alert(1)">',
    '<p onclick="alert(1)">',
    '<p style="color:red">',
    '<p id="root">',
    '<img src="x" onerror="alert(1)">',
    '<img src=x onerror=alert(1)>',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=" />',
    '<img src="https://tracker.example/" />',
    '<img/src="data:image/png;base64,"/onerror="alert(1)">',
    '<a href="javascript:alert(1)">',
    '<a href=" JavaScript:alert(1)">',
    '<a href="java\tscript:alert(1)">',
    '<a href="\u0001javascript:alert(1)">',
    '<a href="java&#115;cript:alert(1)">',
    '<a href="javascript&colon;alert(1)">',
    '<a href="&Tab;javascript:alert(1)">',
    '<a href="data:text/html,a">',
    '<a href="blob:a">',
    '<a href=javascript:alert(1)>',
    '<iframe srcdoc="a">',
    '<style>p{}</style>',
    '<form action="/">',
    '<math><mtext>',
    '<template>',
    '<!-- a -->',
    '<![CDATA[a]]>',
    '<?php ?>',
    '<p',
    '< p>',
    '<p\n>',
    '<p><img',
    '<pre>',
    '<a title="a">',
    '<p alt="a" title="x>',
  ])('is not set where it holds anything else: %s', (html) => {
    expect(trustedPreview(html)).toBeNull()
    expect(trustedPreview(`<p>Ana</p>${html}`)).toBeNull()
  })
})
