// Content that resembles a real site's, created through the REST interface.

import { picture } from "./picture.mjs";

const BODY = `<!-- wp:paragraph --><p>Quem acende o forno numa tarde fria sabe: antes do primeiro pedaço vem o cheiro. Um bom bolo de fubá não pede nada de raro, pede <strong>tempo</strong> e um pouco de atenção com a ordem das coisas. <a href="/sobre/">Aqui na cozinha</a> aprendemos assim.</p><!-- /wp:paragraph -->
<!-- wp:heading --><h2>O que separar antes</h2><!-- /wp:heading -->
<!-- wp:list --><ul><li>Duas xícaras de fubá fino</li><li>Três ovos em temperatura ambiente</li><li>Uma xícara de leite -- de preferência integral</li></ul><!-- /wp:list -->
<!-- wp:heading {"level":3} --><h3>Sobre o fubá</h3><!-- /wp:heading -->
<!-- wp:paragraph --><p>"Mimoso" é o mais fino; o grosso deixa o bolo rústico...</p><!-- /wp:paragraph -->
<!-- wp:quote --><blockquote><p>Bolo simples não se esconde atrás de cobertura.</p></blockquote><!-- /wp:quote -->
<!-- wp:table --><table><thead><tr><th scope="col">Forma</th><th scope="col">Forno</th><th scope="col">Tempo</th></tr></thead><tbody><tr><td>Redonda, 22 cm</td><td>180 °C</td><td>40 min</td></tr><tr><td>Retangular</td><td>180 °C</td><td>35 min</td></tr></tbody></table><!-- /wp:table -->
<!-- wp:heading --><h2>O preparo</h2><!-- /wp:heading -->
<!-- wp:paragraph --><p>Bata os ovos com o açúcar até clarear, junte o leite e, por último, o fubá peneirado com o fermento. Leve ao forno já quente e só abra depois de meia hora.</p><!-- /wp:paragraph -->`;

// Blocks beside each other.
const beside = (left, right) => `${BODY}
<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:heading {"level":3} --><h3>De manhã</h3><!-- /wp:heading --><!-- wp:paragraph --><p>A cozinha abre às sete, com café coado e o forno já quente.</p><!-- /wp:paragraph --></div><!-- /wp:column -->
<!-- wp:column --><div class="wp-block-column"><!-- wp:heading {"level":3} --><h3>À tarde</h3><!-- /wp:heading --><!-- wp:paragraph --><p>Depois do almoço ficam os doces, e quem quiser prova.</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->
<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images columns-default is-cropped">${[left, right].map((one) => `<!-- wp:image {"id":${one.id}} --><figure class="wp-block-image"><img src="${one.source_url}" alt="${one.alt_text}"/></figure><!-- /wp:image -->`).join("")}</figure><!-- /wp:gallery -->
<!-- wp:buttons {"layout":{"type":"flex","justifyContent":"center"}} --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link" href="/sobre/equipe/">Quem cozinha</a></div><!-- /wp:button --></div><!-- /wp:buttons -->`;

const TITLES = [
  "Pão de queijo que fica crocante no dia seguinte",
  "Três caldos para noites frias",
  "Como escolher abacates sem apertar",
  "A horta cabe na janela da cozinha",
  "Café coado: água, moagem e paciência",
  "O ponto do doce de leite, sem susto",
  "Feijão de panela comum em uma hora",
  "Compotas: o verão guardado em vidro",
  "Tapioca recheada para o café da tarde",
  "Mandioca, macaxeira ou aipim? Um guia das raízes",
];

// Where comments come from, so that the browser may comment at once: comments of one address have a pause between them.
const ELSEWHERE = "192.0.2.7";

export async function fill({ url, login }) {
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.app}`).toString("base64")}`;
  async function post(path, body, headers = {}) {
    const raw = Buffer.isBuffer(body);
    const answer = await fetch(`${url}/rest/core/v2${path}`, {
      method: "POST",
      headers: { authorization, ...(raw ? headers : { "content-type": "application/json" }) },
      body: raw ? body : JSON.stringify(body),
    });
    const value = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`);
    return value;
  }
  const image = async (name, hue, alt) => {
    const media = await post("/media", picture(1600, 1000, hue), {
      "content-type": "image/png",
      "content-disposition": `attachment; filename="${name}.png"`,
    });
    return post(`/media/${media.id}`, { alt_text: alt, caption: `Foto: acervo da cozinha (${alt})` });
  };
  await post("/settings", { title: "Cozinha da Serra", description: "Receitas de casa, testadas três vezes" });
  const hills = await image("serra", 1, "Serra ao fim da tarde");
  const dawn = await image("manha", 3, "Manhã clara atrás dos morros");
  const sweets = await post("/categories", { name: "Doces & bolos", description: "O que sai do forno e o que fica no vidro." });
  const cakes = await post("/categories", { name: "Bolos", parent: sweets.id });
  const quick = await post("/tags", { name: "Rápido" });
  const winter = await post("/tags", { name: "Inverno" });
  const about = await post("/pages", { title: "Sobre", content: beside(hills, dawn), status: "publish" });
  const team = await post("/pages", { title: "Equipe", content: "<p>Quem cozinha, quem escreve e quem prova.</p>", status: "publish", parent: about.id });
  const menu = await post("/menus", { name: "Principal", locations: ["primary"] });
  const entry = (title, more) => post("/menu-items", { title, status: "publish", menus: menu.id, ...more });
  const custom = (path) => ({ type: "custom", url: path.startsWith("/") ? url + path : path });
  const recipes = await entry("Receitas", { type: "taxonomy", object: "category", object_id: sweets.id });
  await entry("Bolos", { type: "taxonomy", object: "category", object_id: cakes.id, parent: recipes.id, classes: ["novidade"] });
  await entry("Rápidas", { ...custom("/tag/rapido/"), parent: recipes.id });
  await entry("Sobre", { type: "post_type", object: "page", object_id: about.id });
  await entry("Loja", { ...custom("https://loja.exemplo.com.br/"), target: "_blank", xfn: ["me"], classes: ["loja"] });
  let day = 1;
  for (const title of TITLES) {
    await post("/posts", {
      title,
      content: BODY,
      status: "publish",
      date: `2024-03-${String(day++).padStart(2, "0")}T09:00:00`,
      tags: [quick.id],
      categories: day % 2 ? [sweets.id] : undefined,
      featured_media: day % 3 ? [hills, dawn][day % 2].id : 0,
    });
  }
  await post("/users/me", { description: "Escreve sobre comida de casa há vinte anos, e testa cada receita três vezes antes de contar.", url: "https://cozinha.example/" });
  const shown = `<!-- wp:image {"id":${dawn.id}} --><figure class="wp-block-image"><img src="${dawn.source_url}" alt="${dawn.alt_text}" class="wp-image-${dawn.id}"/></figure><!-- /wp:image -->`;
  const article = await post("/posts", {
    title: "Bolo de fubá cremoso: a receita de família, passo a passo",
    excerpt: "Cinco ingredientes, uma tigela e quarenta minutos de forno: o bolo que a casa inteira espera.",
    content: BODY + shown,
    status: "publish",
    date: "2024-04-02T09:00:00",
    categories: [cakes.id],
    tags: [quick.id, winter.id],
    featured_media: hills.id,
    meta: {
      pauta_faq_enabled: true,
      pauta_faq_data: JSON.stringify({
        enabled: true,
        form: true,
        title: "Perguntas frequentes",
        items: [
          { question: "Posso congelar?", answer: "Pode, por até três meses, em fatias." },
          { question: "Serve fubá grosso?", answer: "Serve; o bolo fica mais rústico." },
          { question: "E sem leite?", answer: "Use leite de coco na mesma medida." },
        ],
      }),
    },
  });
  const folded = await post("/posts", {
    title: "Pudim sem furinhos, com calda de açúcar queimado no ponto certo e o segredo do banho-maria que a vizinha nunca contou a ninguém da rua",
    slug: "pudim-sem-furinhos",
    content: BODY,
    status: "publish",
    date: "2024-04-01T09:00:00",
    featured_media: dawn.id,
    meta: {
      pauta_faq_enabled: true,
      pauta_faq_data: JSON.stringify({ enabled: true, accordion: true, items: [{ question: "Banho-maria?", answer: "Sim, sempre." }] }),
    },
  });
  let parent = 0;
  for (const [author_name, text] of [
    ["Bia Reis", "Fiz ontem, com fubá grosso, e ficou ótimo."],
    ["Zé", "Quanto tempo no forno a gás? O meu é <em>forte</em>, e já queimei dois."],
    ["Marta Oliveira de Albuquerque", "Trinta minutos bastam. <a href=\"https://exemplo.com.br/\">Aqui</a> está o meu jeito, com uma palavra comprida: otorrinolaringologistas-otorrinolaringologistas."],
  ]) {
    const comment = await post("/comments", { post: article.id, parent, author_name, author_email: `leitora${parent}@leitora.example`, author_ip: ELSEWHERE, content: text });
    await post(`/comments/${comment.id}`, { status: "approved" });
    parent = comment.id;
  }
  await post("/comments", { post: article.id, parent, author_ip: ELSEWHERE, content: "Boa dica, obrigada!" });
  const secret = await post("/posts", { title: "Caderno da avó", content: "<p>Segredo.</p>", status: "publish", password: "abacate", date: "2024-04-03T09:00:00" });
  await post("/posts", { title: "Rascunho", content: "<p>Ainda não.</p>", status: "draft" });
  return { article, folded, secret, about, team, sweets, cakes, quick, hills };
}
