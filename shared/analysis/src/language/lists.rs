//! The word lists, folded. Entries are separated by commas; an entry of several words is a phrase
//! (docs/interface/platform/analysis.md#word-lists).

use super::classes::Classes;

/// Each list with the class of its entries.
pub(super) const ALL: &[(Classes, &str)] = &[
    (Classes::FUNCTION, FUNCTION),
    (Classes::STOP, STOP),
    (Classes::CONNECTOR, CONNECTORS),
    (
        Classes::OPENING_CONNECTOR,
        "se, como, ja, logo, assim, segundo",
    ),
    (Classes::SER, SER),
    (Classes::ASSERTIVE, ASSERTIVE),
    (Classes::DEFINING, DEFINING),
    (Classes::ASSERTIVE, DEFINING),
    (
        Classes::CUE,
        "segundo, de acordo com, conforme, fonte, fontes, nas palavras de, para o, para a",
    ),
    (Classes::CUE_VERB, CUE_VERBS),
    (Classes::STUDY, STUDIES),
    (Classes::OPENER, OPENERS),
    (Classes::ANAPHOR, ANAPHORS),
    (Classes::VAGUE, VAGUE),
    (Classes::NUMERAL, NUMERALS),
    (
        Classes::SCALE,
        "mil, milhao, milhoes, bilhao, bilhoes, trilhao, trilhoes",
    ),
    (Classes::UNIT, UNITS),
    (
        Classes::PERCENT,
        "por cento, ponto percentual, pontos percentuais",
    ),
    (Classes::LABEL, LABELS),
    (Classes::MONTH, MONTHS),
    (Classes::ARTICLE, "o, a, os, as, um, uma, uns, umas"),
    (Classes::EVALUATION, EVALUATIONS),
    (Classes::ENUMERATED, ENUMERATED),
    (Classes::GENERIC_LINK, GENERIC_LINKS),
    (Classes::GENERIC_HEADING, GENERIC_HEADINGS),
    (
        Classes::STEPS,
        "passo a passo, tutorial, tutoriais, receita, receitas",
    ),
    (Classes::COMPARISON, COMPARISONS),
];

const FUNCTION: &str = "a, o, as, os, um, uma, uns, umas, de, do, da, dos, das, em, no, na, nos, nas, num, numa, por, \
    pelo, pela, pelos, pelas, para, pra, com, sem, sob, sobre, entre, ate, e, ou, que, se, ao, aos, como, mas, nem, seu, \
    sua, seus, suas, este, esta, esse, essa, isso, sao, ser";

const STOP: &str = "nao, sim, ja, mais, menos, muito, muita, muitos, muitas, pouco, pouca, poucos, poucas, tao, tanto, \
    tanta, todo, toda, todos, todas, cada, outro, outra, outros, outras, mesmo, mesma, mesmos, mesmas, proprio, propria, \
    so, apenas, tambem, ainda, quando, onde, quem, qual, quais, quanto, quanta, quantos, quantas, porque, porem, pois, \
    entao, assim, aqui, ali, la, agora, depois, antes, sempre, nunca, hoje, ontem, bem, mal, eu, tu, ele, ela, eles, elas, \
    nos, vos, voce, voces, me, te, lhe, lhes, meu, minha, meus, minhas, teu, tua, nosso, nossa, nossos, nossas, dele, \
    dela, deles, delas, nele, nela, neles, nelas, isto, aquilo, esses, essas, estes, estas, aquele, aquela, aqueles, \
    aquelas, disso, disto, nisso, nisto, desse, dessa, desses, dessas, deste, desta, destes, destas, nesse, nessa, nesses, \
    nessas, neste, nesta, nestes, nestas, foi, foram, era, eram, sera, serao, seria, seriam, seja, sejam, sendo, sido, \
    estao, estar, estava, estavam, esteja, tem, ter, tinha, tinham, tera, terao, teria, tenha, tenham, tendo, teve, ha, \
    houve, havia, haver, vai, vao, ir, pode, podem, poder, deve, devem, faz, fazem, fazer, fez, feito, alem, desde, durante, \
    contra, apos, ante, perante, conforme, segundo, enquanto, embora, caso, portanto, algum, alguma, alguns, algumas, nenhum, \
    nenhuma, qualquer, tal, tais, etc, ne, que, cujo, cuja, cujos, cujas, dois, duas, tres, quatro, cinco, seis, sete, \
    oito, nove, dez, mil";

const CONNECTORS: &str = "alem disso, alem de, alem do, alem da, alem dos, alem das, tambem, ainda, bem como, inclusive, \
    mas, porem, contudo, todavia, entretanto, no entanto, por outro lado, por um lado, enquanto, embora, apesar de, \
    apesar do, apesar da, apesar dos, apesar das, apesar disso, mesmo que, mesmo assim, ainda que, ainda assim, porque, \
    pois, ja que, uma vez que, visto que, devido a, devido ao, devido as, devido aos, por causa de, por causa do, \
    por causa da, por causa dos, por causa das, gracas a, gracas ao, gracas as, gracas aos, por isso, portanto, entao, \
    dessa forma, desta forma, desse modo, deste modo, dessa maneira, desta maneira, com isso, como resultado, \
    consequentemente, por consequencia, em consequencia, caso, desde que, a menos que, para que, a fim de, a fim de que, \
    primeiro, primeiramente, em primeiro lugar, em segundo lugar, em seguida, depois, antes, quando, por fim, por ultimo, \
    finalmente, atualmente, ao mesmo tempo, por exemplo, ou seja, isto e, a saber, conforme, de acordo com, em resumo, \
    em suma, em outras palavras, na verdade, na pratica, de fato, ao contrario, em contrapartida, em vez de, do mesmo modo, \
    da mesma forma, sobretudo, principalmente, nesse caso, neste caso, assim que, assim como, logo que, tanto que";

const SER: &str = "sao, foi, foram, era, eram, sera, serao, seria, seriam, seja, sejam, fosse, fossem, for, forem, ser, \
    serem, sendo, sido";

const DEFINING: &str = "sao, significa, significam, consiste em, consiste no, consiste na, consistem em, refere-se a, \
    refere-se ao, se refere a, se refere ao, trata-se de, trata-se do, trata-se da, se trata de, chama-se, chamam-se, \
    e chamado, e chamada, define-se como, e definido como, e definida como, e conhecido como, e conhecida como, \
    e o nome, corresponde a, corresponde ao, designa, representa";

const ASSERTIVE: &str = "serve, servem, permite, permitem, custa, custam, leva, levam, dura, duram, precisa, precisam, \
    deve, devem, pode, podem, funciona, funcionam, garante, garantem, exige, exigem, ocorre, ocorrem, ajuda, ajudam, \
    reduz, reduzem, aumenta, aumentam, depende, dependem, varia, variam, tem, gera, geram, produz, produzem, transforma, \
    transformam, evita, evitam, causa, causam, protege, protegem, oferece, oferecem, inclui, incluem, usa, usam, \
    acontece, acontecem, melhora, melhoram, faz, fazem, cobre, cobrem, paga, pagam, recebe, recebem, \
    economiza, economizam, diminui, diminuem, envolve, envolvem";

const CUE_VERBS: &str = "disse, disseram, diz, dizem, afirma, afirmam, afirmou, afirmaram, explica, explicam, explicou, \
    explicaram, destaca, destacam, destacou, destacaram, aponta, apontam, apontou, apontaram, mostra, mostram, mostrou, \
    mostraram, revela, revelam, revelou, revelaram, informa, informam, informou, informaram, estima, estimam, estimou, \
    estimaram, declara, declaram, declarou, conta, contou, ressalta, ressaltou, avalia, avaliou, calcula, calculam, \
    calculou, conclui, concluiu, concluem, concluiram, recomenda, recomendam, recomendou, defende, defendeu, relata, \
    relatou, indica, indicam, indicou, escreve, escreveu, orienta, orientou, alerta, alertou, registra, registrou, \
    registraram, observa, observou, lembra, lembrou, comenta, comentou, preve, projeta, projetou, divulgou, publicou, constatou";

const STUDIES: &str = "dado, dados, levantamento, levantamentos, pesquisa, pesquisas, estudo, estudos, relatorio, \
    relatorios, censo, boletim, anuario, estimativa, estimativas, informacoes, numeros, tabela";

const OPENERS: &str = "neste artigo, nesse artigo, neste texto, nesse texto, neste post, nesse post, neste guia, \
    voce sabia, voce ja, ja imaginou, ja pensou, ja se perguntou, hoje em dia, nos dias de hoje, nos dias atuais, \
    vamos falar, vamos conversar, confira, descubra, calma, continue lendo, prepare-se, boa pergunta, otima pergunta, \
    ja vamos, antes de responder, voce vai descobrir, voce vai se surpreender";

const ANAPHORS: &str = "isso, isto, esse, esses, essa, essas, este, estes, esta, estas, aquele, aqueles, aquela, aquelas, \
    aquilo, ele, eles, ela, elas, tal, tais, nisso, disso, nisto, disto, dele, deles, dela, delas, nele, nela, neles, \
    nelas, o mesmo, a mesma, como vimos, como dissemos";

const VAGUE: &str = "varios, varias, diverso, diversa, diversos, diversas, inumero, inumera, inumeros, inumeras, \
    muita gente, muitas pessoas, coisa, coisas, algo, meio que, basicamente, literalmente, simplesmente, extremamente, \
    super, incrivel, incriveis, fantastico, fantastica, fantasticos, fantasticas, maravilhoso, maravilhosa, maravilhosos, \
    maravilhosas, revolucionario, revolucionaria, revolucionarios, revolucionarias, melhor do mercado, melhores do mercado, \
    alta qualidade, de ultima geracao, solucoes inovadoras, solucao inovadora, cada vez mais, e importante ressaltar, \
    e importante destacar, e importante lembrar, vale ressaltar, vale destacar, vale lembrar, sabe-se que, acredita-se que, \
    especialistas dizem, especialistas afirmam, estudos mostram, pesquisas mostram, entre outros, entre outras";

const NUMERALS: &str = "um, uma, dois, duas, tres, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, quatorze, \
    catorze, quinze, dezesseis, dezessete, dezoito, dezenove, vinte, trinta, quarenta, cinquenta, sessenta, setenta, \
    oitenta, noventa, cem, cento, duzentos, duzentas, trezentos, trezentas, quatrocentos, quatrocentas, quinhentos, \
    quinhentas, seiscentos, setecentos, oitocentos, novecentos, metade, meio, meia, dobro, triplo";

const UNITS: &str = "vez, vezes, kg, g, mg, mcg, t, tonelada, toneladas, quilo, quilos, grama, gramas, km, m, cm, mm, m2, \
    m3, metro, metros, quilometro, quilometros, centimetro, centimetros, hectare, hectares, ha, litro, litros, l, ml, \
    hora, horas, h, minuto, minutos, min, segundos, s, dia, dias, semana, semanas, mes, meses, ano, anos, decada, decadas, \
    seculo, seculos, w, kw, kwh, mw, mwh, gw, gwh, kwp, v, volts, watts, quilowatts, quilowatts-hora, quilowatt-hora, \
    megawatts, gb, mb, tb, kb, mbps, gbps, hz, ghz, mhz, kcal, caloria, calorias, quilocalorias, grau, graus, celsius, \
    real, reais, centavo, centavos, dolar, dolares, euro, euros, ponto, pontos, por cento, hab, px, pixel, pixels, \
    polegada, polegadas, db, decibeis, ppm, bpm, rpm, km/h, brl, usd";

const LABELS: &str = "lei, leis, decreto, decretos, artigo, artigos, art, arts, inciso, incisos, paragrafo, capitulo, \
    capitulos, item, itens, pagina, paginas, p, pag, figura, fig, tabela, tab, quadro, grafico, passo, etapa, dica, \
    numero, nº, num, n, telefone, tel, fone, celular, whatsapp, cep, cnpj, cpf, rua, avenida, av, rodovia, br, \
    processo, protocolo, portaria, resolucao, instrucao, norma, nbr, iso, versao, edicao, volume, vol, sala, apartamento, \
    quarto, bloco, quadra, lote, sumula, anexo, secao, medida, covid, windows, iphone, android, formula";

const MONTHS: &str = "janeiro, fevereiro, marco, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, \
    jan, fev, mar, abr, mai, jun, jul, ago, set, out, nov, dez";

const EVALUATIONS: &str = "importante, importantes, preciso, precisos, necessario, necessaria, necessarios, necessarias, \
    possivel, possiveis, fundamental, fundamentais, essencial, essenciais, melhor, melhores, pior, piores, facil, faceis, \
    dificil, dificeis, caro, cara, caros, caras, barato, barata, baratos, baratas, bom, boa, bons, boas, util, uteis, \
    simples, mais, menos, muito, tao, tambem, otimo, otima, otimos, otimas, comum, comuns, seguro, segura, seguros, \
    seguras, claro, clara, certo, certa, verdade, recomendavel, indicado, indicada, recomendado, recomendada, comecar, \
    vantajoso, vantajosa, rapido, rapida, lento, lenta, bonito, bonita, popular, populares, viavel, viaveis, ideal, \
    ideais, nao, so, apenas, assim, onde, quando, por, porque, como, excelente, excelentes, interessante, interessantes, \
    confiavel, confiaveis, indispensavel, indispensaveis, obrigatorio, obrigatoria, obrigatorios, obrigatorias";

const ENUMERATED: &str = "dica, dicas, passo, passos, motivo, motivos, razao, razoes, etapa, etapas, forma, formas, \
    maneira, maneiras, exemplo, exemplos, item, itens, pergunta, perguntas, topico, topicos, jeito, jeitos, opcao, opcoes, \
    cuidado, cuidados, ideia, ideias, fator, fatores, aspecto, aspectos, vantagem, vantagens, desvantagem, desvantagens, \
    tipo, tipos, coisa, coisas, lado, lados, erro, erros, segredo, segredos";

const GENERIC_LINKS: &str = "clique aqui, clique, aqui, saiba mais, leia mais, veja mais, veja, veja aqui, confira, \
    confira aqui, acesse, acesse aqui, neste link, nesse link, este link, esse link, link, este site, esse site, neste site, \
    site, leia aqui, leia tambem, veja tambem, ver mais, mais, mais informacoes, continue lendo, aqui neste link, este artigo, \
    este post, clicando aqui, nesta pagina, esta pagina";

const GENERIC_HEADINGS: &str = "introducao, conclusao, consideracoes finais, saiba mais, resumo, conclusoes, leia tambem, \
    veja tambem, mais informacoes, palavras finais, para concluir, concluindo, e mais, vamos la, o que voce precisa saber, \
    tudo o que voce precisa saber, informacoes gerais, outras informacoes";

const COMPARISONS: &str = "diferenca, diferencas, versus, vs, ou, melhor, melhores, comparativo, comparativos, comparacao, \
    preco, precos, quanto custa, quanto custam";
