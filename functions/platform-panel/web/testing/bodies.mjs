// Bodies of posts as WordPress stores them, made from a seed: blocks of its editor from 5.0 on, texts of the classic editor,
// and both after a sanitiser took the delimiters of the blocks away. The same seed makes the same bodies.
//
// The form of each block follows the documentation of the block editor ("Core blocks reference") and what its `save` writes.

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  "horta varanda vaso terra sol rega adubo semente ação pão água coração São José três pés d’água &amp; &nbsp; &#8217; &#8220;sol&#8221; &lt;menor&gt; R$&nbsp;20 café 日本 😀 “aspas” – — … maçã".split(
    " ",
  );

const BLOCKS = {
  paragraph: (m) =>
    m.of([
      `<p>${m.line()}</p>`,
      `<p>${m.line()} </p>`,
      `<p class="has-text-align-${m.of(["center", "right"])}">${m.line()}</p>`,
      `<p class="has-drop-cap has-background has-vivid-red-background-color">${m.line()}</p>`,
      `<p id="${m.name()}" class='aspas-simples' dir="ltr">${m.line()}</p>`,
      `<p>${m.line()}<br />${m.line()}<br>${m.word()}</p>`,
      `<p>${m.line()}\n${m.line()}</p>`,
      `<p></p>`,
      `<p><img class="emoji" src="/e.png" alt="😀"> ${m.line()}</p>`,
    ]),
  heading: (m) => {
    const level = m.of([2, 3, 4]);
    return `<h${level} class="wp-block-heading" id="${m.name()}">${m.line()}</h${level}>`;
  },
  list: (m) =>
    m.of([
      `<ul><li>${m.line()}</li><li>${m.line()}<ul><li>${m.line()}</li></ul></li></ul>`,
      `<ul class="wp-block-list">\n<li>${m.line()}</li>\n\n<li>${m.line()}\n<ol>\n<li>${m.word()}</li>\n</ol>\n</li>\n</ul>`,
      `<ol start="4" reversed="" type="a"><li value="9">${m.line()}</li><li>${m.word()}</li></ol>`,
      `<ul><li><p>${m.line()}</p></li><li><p>${m.line()}</p><p>${m.line()}</p></li></ul>`,
      `<ul><li><ul><li>${m.word()}</li></ul></li><li></li></ul>`,
      `<ul><li><h3>${m.word()}</h3><p>${m.line()}</p></li><li><img src="/a.jpg" alt=""> ${m.word()}</li></ul>`,
      `<ul><li>${m.line()}<p>${m.line()}</p></li></ul>`,
    ]),
  quote: (m) =>
    m.of([
      `<blockquote class="wp-block-quote"><p>${m.line()}</p><cite>${m.word()}</cite></blockquote>`,
      `<blockquote>${m.line()}</blockquote>`,
      `<blockquote class="wp-block-quote is-style-large"><p>${m.line()}</p><ul><li>${m.word()}</li></ul></blockquote>`,
    ]),
  pullquote: (m) =>
    `<figure class="wp-block-pullquote"><blockquote><p>${m.line()}</p><cite>${m.word()}</cite></blockquote></figure>`,
  code: (m) => `<pre class="wp-block-code"><code>let a = ${m.word()};\n  if (a &lt; b &amp;&amp; c) {}\n</code></pre>`,
  preformatted: (m) => `<pre class="wp-block-preformatted">${m.word()}\n   <em>${m.word()}</em><br>${m.word()}</pre>`,
  verse: (m) => `<pre class="wp-block-verse">${m.line()}\n${m.line()}</pre>`,
  table: (m) =>
    m.of([
      `<figure class="wp-block-table"><table><tbody><tr><td>${m.line()}</td><td></td></tr><tr><td>1</td><td>${m.word()}</td></tr></tbody></table><figcaption>${m.line()}</figcaption></figure>`,
      `<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><thead><tr><th class="has-text-align-left">${m.word()}</th><th>${m.word()}</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody><tfoot><tr><td>3</td><td>4</td></tr></tfoot></table></figure>`,
      `<table class="wp-block-table">\n<caption>${m.line()}</caption>\n<thead>\n<tr>\n<th scope="col">${m.word()}</th>\n<th scope="col">${m.word()}</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<th scope="row">${m.word()}</th>\n<td>${m.line()}</td>\n</tr>\n</tbody>\n</table>`,
      `<table><colgroup><col span="2" /></colgroup><tr><td colspan="2">${m.line()}</td></tr><tr><td>1</td><td rowspan="1"><p>${m.line()}</p><ul><li>x</li></ul></td></tr></table>`,
      `<table><tbody><tr><td>${m.word()}</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>`,
      `<table><tbody><tr><th>${m.word()}</th><th>${m.word()}</th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>`,
    ]),
  image: (m) =>
    m.of([
      `<figure class="wp-block-image size-large"><img src="https://x.example/a.jpg" alt="${m.word()}" class="wp-image-12" srcset="https://x.example/a-300.jpg 300w, https://x.example/a.jpg 800w" sizes="(max-width: 800px) 100vw, 800px" loading="lazy" width="800" height="600"/></figure>`,
      `<figure class="wp-block-image"><a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener"><img src="/a.jpg" alt=""></a><figcaption>${m.line()}</figcaption></figure>`,
      `<div class="wp-block-image"><figure class="alignleft size-medium"><img alt="antes" src='/b.jpg' /><figcaption class="wp-element-caption">${m.line()} <a href="/c">${m.word()}</a></figcaption></figure></div>`,
    ]),
  gallery: (m) =>
    m.of([
      `<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><figure class="wp-block-image size-large"><img src="/a.jpg" alt="" class="wp-image-1"/></figure><figure class="wp-block-image"><img src="/b.jpg" alt="${m.word()}"/><figcaption>${m.word()}</figcaption></figure><figcaption class="blocks-gallery-caption">${m.line()}</figcaption></figure>`,
      `<ul class="wp-block-gallery columns-2"><li class="blocks-gallery-item"><figure><img src="/a.jpg" alt="" /></figure></li><li class="blocks-gallery-item"><figure><a href="/b"><img src="/b.jpg" alt="" /></a></figure></li></ul>`,
    ]),
  audio: () => `<figure class="wp-block-audio"><audio controls src="https://x.example/a.mp3"></audio></figure>`,
  video: (m) =>
    `<figure class="wp-block-video"><video controls src="/a.mp4"></video><figcaption>${m.word()}</figcaption></figure>`,
  file: (m) =>
    `<div class="wp-block-file"><a href="/a.pdf">${m.word()}</a><a href="/a.pdf" class="wp-block-file__button" download>Baixar</a></div>`,
  cover: (m) =>
    `<div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="/a.jpg"/><span aria-hidden="true" class="wp-block-cover__background"></span><div class="wp-block-cover__inner-container"><p class="has-text-align-center">${m.line()}</p></div></div>`,
  "media-text": (m) =>
    `<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="/a.jpg" alt=""/></figure><div class="wp-block-media-text__content"><p>${m.line()}</p></div></div>`,
  columns: (m) =>
    `<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:66.66%"><p>${m.line()}</p></div>\n\n<div class="wp-block-column"></div></div>`,
  group: (m) => `<div class="wp-block-group has-background"><h3>${m.word()}</h3>\n\n<p>${m.line()}</p></div>`,
  buttons: (m) =>
    `<div class="wp-block-buttons"><div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="/x">${m.word()}</a></div></div>`,
  separator: (m) => m.of([`<hr class="wp-block-separator has-alpha-channel-opacity"/>`, "<hr>", "<hr />"]),
  spacer: () => `<div style="height:40px" aria-hidden="true" class="wp-block-spacer"></div>`,
  embed: (m) =>
    m.of([
      `<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=abc\n</div><figcaption>${m.word()}</figcaption></figure>`,
      `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe src="https://www.youtube.com/embed/abc" title="Vídeo" width="560" height="315" allow="autoplay; encrypted-media" allowfullscreen="" loading="lazy"></iframe></div></figure>`,
    ]),
  details: (m) =>
    m.of([
      `<details class="wp-block-details"><summary>${m.word()}</summary><p>${m.line()}</p></details>`,
      `<details open=""><summary>${m.word()}</summary>${m.line()}</details>`,
    ]),
  shortcode: () => `[contact-form-7 id="7" title="Fale"]`,
  html: (m) =>
    m.of([
      `<section id="${m.name()}"><h2>${m.word()}</h2><p>${m.line()}</p></section>`,
      `<dl><dt>${m.word()}</dt><dd>${m.line()}</dd><dt>x</dt><dd><p>${m.line()}</p></dd></dl>`,
      `<a href="/x"><h3>${m.word()}</h3></a>`,
    ]),
  footnotes: (m) => `<ol class="wp-block-footnotes"><li id="${m.name()}">${m.line()} <a href="#r">↩︎</a></li></ol>`,
  "social-links": () =>
    `<ul class="wp-block-social-links"><li class="wp-social-link"><a href="https://x.example"><span class="wp-block-social-link-label screen-reader-text">X</span></a></li></ul>`,
};

const DYNAMIC = ["latest-posts", "block", "archives", "calendar", "query", "site-title", "rss", "tag-cloud", "search"];

export const KINDS = Object.keys(BLOCKS);

/** What a body is made of. */
class Maker {
  constructor(seed) {
    this.next = numbers(seed);
  }
  of(list) {
    return list[Math.floor(this.next() * list.length)];
  }
  some(most) {
    return 1 + Math.floor(this.next() * most);
  }
  word() {
    return this.of(WORDS);
  }
  name() {
    return `n${this.some(9_999)}`;
  }
  /** A line of words with formatting. */
  line() {
    return Array.from({ length: this.some(6) }, () => this.phrase()).join(this.of([" ", " ", "  ", ", "]));
  }
  phrase() {
    const word = this.word();
    return this.of([
      word,
      word,
      word,
      `<strong>${word}</strong>`,
      `<b>${word} <i>${this.word()}</i></b>`,
      `<em><strong>${word}</strong></em>`,
      `<a href="https://x.example/?a=1&amp;b=2" title="T">${word}</a>`,
      `<a rel="nofollow noopener" target="_blank" href="/r#s"><code>${word}</code></a>`,
      `<code>${word}</code>`,
      `H<sub>2</sub>O<sup id="${this.name()}"><a href="#n">1</a></sup>`,
      `<mark class="has-inline-color has-red-color">${word}</mark>`,
      `<span class="a"><span class="b" lang="en">${word}</span></span>`,
      `<a id="${this.name()}"></a>${word}`,
      `<i class="fa fa-check"></i>`,
      `<del>${word}</del><ins>${this.word()}</ins>`,
      `<abbr title="T">${word}</abbr> <kbd>Ctrl</kbd> <small>${word}</small> <q>${word}</q> <s>x</s> <u>y</u>`,
      `<time datetime="2026-11-26">${word}</time>`,
    ]);
  }
  block(kind, isDelimited) {
    const html = BLOCKS[kind](this);
    if (!isDelimited) return html;
    const level = /^<h([34])/.exec(html)?.[1];
    const attributes = level
      ? ` {"level":${level}}`
      : this.of(["", "", ' {"align":"wide"}', ' {"className":"a","style":{"color":{"text":"#fff"}}}']);
    return `<!-- wp:${kind}${attributes} -->\n${html}\n<!-- /wp:${kind} -->`;
  }
  /** A text of the classic editor: paragraphs are lines. */
  classic() {
    const parts = Array.from({ length: 1 + this.some(6) }, () =>
      this.of([
        this.line(),
        this.line(),
        `${this.line()}\n${this.line()}`,
        `<a href="/a.jpg"><img class="alignnone size-full wp-image-3" src="/a.jpg" alt="" width="300" height="200" /></a>`,
        `[caption id="attachment_3" align="aligncenter" width="300"]<img src="/a.jpg" alt="" /> ${this.line()}[/caption]`,
        `[gallery ids="1,2"]`,
        `<h2>${this.word()}</h2>\n${this.line()}`,
        `<ul>\n\t<li>${this.line()}</li>\n\t<li>${this.word()}</li>\n</ul>`,
        `<blockquote>${this.line()}\n\n${this.line()}</blockquote>`,
        `<!--more-->`,
        `&nbsp;`,
        BLOCKS.table(this),
        `https://www.youtube.com/watch?v=abc`,
        `<hr />`,
      ]),
    );
    return parts.join(this.of(["\n\n", "\n\n", "\r\n\r\n", "\n \n\n"]));
  }
  body() {
    const form = this.of(["blocks", "blocks", "plain", "plain", "plain", "classic"]);
    if (form === "classic") return this.classic();
    const isDelimited = form === "blocks";
    const parts = Array.from({ length: 1 + this.some(7) }, () => {
      if (isDelimited && this.next() < 0.06) return `<!-- wp:${this.of(DYNAMIC)} {"a":1} /-->`;
      if (isDelimited && this.next() < 0.03) return `<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->`;
      return this.block(this.of(KINDS), isDelimited);
    });
    return parts.join(isDelimited ? "\n\n" : this.of(["", "\n", "\n\n"])) + this.of(["", "", "\n"]);
  }
}

/** `count` bodies that follow from `seed`. */
export function bodies(count, seed) {
  const maker = new Maker(seed);
  return Array.from({ length: count }, () => maker.body());
}

/** One body for each kind of block, between two paragraphs. */
export function bodyOfEachKind(seed) {
  const maker = new Maker(seed);
  return KINDS.map((kind) => ({
    kind,
    body: `<p>Antes do bloco.</p>\n${maker.block(kind, false)}\n<p>Depois do bloco.</p>`,
  }));
}
