"use strict";
for (const form of document.querySelectorAll('.contactform[data-endpoint^="/"] > form')) {
const box = form.parentNode;
const output = form.querySelector(".contactform-response-output");
const button = form.querySelector(".contactform-submit");
const wraps = [...form.querySelectorAll(".contactform-form-control-wrap")];
const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
const controls = (wrap) => {
const own = wrap.querySelector(".contactform-form-control");
return own && own.getAttribute("role") === "group" ? [own, ...own.querySelectorAll("[aria-invalid]")] : [own];
};
const state = (status) => {
form.dataset.status = status;
form.className = "contactform-form " + status.replace(/_/g, "-");
if (button) button.setAttribute("aria-disabled", String(status === "submitting"));
};
const clear = () => {
output.replaceChildren();
for (const tip of form.querySelectorAll(".contactform-not-valid-tip")) tip.remove();
for (const control of wraps.flatMap(controls)) {
if (!control) continue;
if (control.hasAttribute("aria-invalid")) control.setAttribute("aria-invalid", "false");
control.removeAttribute("aria-describedby");
control.classList.remove("contactform-not-valid");
}
};
const mark = (wrap, { message, error_id }) => {
const tip = Object.assign(make("span", message), { id: error_id, className: "contactform-not-valid-tip" });
if (wrap.closest("label")) tip.setAttribute("aria-hidden", "true");
wrap.append(tip);
for (const control of controls(wrap)) {
if (control.hasAttribute("aria-invalid")) control.setAttribute("aria-invalid", "true");
control.setAttribute("aria-describedby", error_id);
control.classList.add("contactform-not-valid");
}
};
const show = (answer, status) => {
const taken = status === "mail_sent" || status === "mail_uncertain";
state(status);
output.setAttribute("role", taken ? "status" : "alert");
output.tabIndex = -1;
output.append(make("p", answer.message));
const fields = answer.invalid_fields || [];
let first;
for (const wrap of wraps) {
const invalid = fields.find(({ field }) => field === wrap.dataset.name);
if (!invalid || wrap.querySelector(".contactform-not-valid-tip")) continue;
mark(wrap, invalid);
first = first || controls(wrap)[0];
}
if (taken) form.reset();
for (const [name, [question, hash]] of Object.entries(answer.quiz || {})) {
const wrap = wraps.find((one) => one.dataset.name === name);
if (!wrap) continue;
wrap.querySelector(".contactform-quiz-label").textContent = question;
wrap.querySelector("input[type=hidden]").value = hash;
wrap.querySelector(".contactform-quiz").value = "";
}
(first || output).focus();
};
form.addEventListener("submit", async (event) => {
event.preventDefault();
if (form.dataset.status === "submitting") return;
const headers = { accept: "application/json" };
if (window.crypto && crypto.randomUUID) {
let key = form.elements._contactform_key;
if (!key) {
key = Object.assign(document.createElement("input"), { type: "hidden", name: "_contactform_key" });
form.append(key);
}
headers["idempotency-key"] = key.value = crypto.randomUUID();
}
const body = new FormData(form);
clear();
state("submitting");
try {
const reply = await fetch(box.dataset.endpoint + "/feedback", { method: "POST", body, headers, credentials: "omit" });
const answer = await reply.json();
show(answer, reply.ok ? answer.status : "error");
} catch {
form.submit();
}
});
}
