"use strict";
(() => {
// A site that shows the card names a secret behind its address, and waits for messages with it: it keeps the frame hidden
// until one tells the height, and its sandbox opens no links.
const secret = (/[?&]secret=([A-Za-z0-9]{1,40})/.exec(location.hash) || [])[1];
if (!secret || parent === window) return;
const send = (message, value) => parent.postMessage({ message, value, secret }, "*");
const tell = () => send("height", Math.ceil(document.documentElement.getBoundingClientRect().height));
addEventListener("message", (event) => {
const told = event.source === parent ? event.data : null;
if (told && told.message === "ready" && told.secret === secret) tell();
});
addEventListener("click", (event) => {
const link = event.target.closest("a");
if (!link) return;
event.preventDefault();
send("link", link.href);
});
addEventListener("load", tell);
addEventListener("resize", tell);
tell();
})();
