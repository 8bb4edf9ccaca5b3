// A window for packages of the block editor, which expect a browser when they are loaded.

const { JSDOM } = require("jsdom");

const { window } = new JSDOM("<!doctype html><body></body>", { url: `${process.env.SITE_URL}/` });
const inert = class { observe() {} unobserve() {} disconnect() {} };
Object.assign(window, { matchMedia: () => ({ matches: false, addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} }) });
for (const name of ["document", "navigator", "location", "history", "localStorage", "getComputedStyle", "matchMedia", "Node", "Element", "HTMLElement", "HTMLInputElement", "HTMLIFrameElement", "MutationObserver", "DOMParser", "NodeFilter", "KeyboardEvent", "MouseEvent", "Range", "XMLSerializer"]) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
}
Object.assign(globalThis, { window, ResizeObserver: inert, IntersectionObserver: inert, requestAnimationFrame: (run) => setTimeout(run, 0), cancelAnimationFrame: clearTimeout });
