// The filters above the posts: their controls, and a chip for each that holds. On a phone the controls are in a sheet.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { DialogFrame } from "../design/dialog";
import { Icon } from "../design/icons";
import { may, useMe } from "../session/use-session";
import { membersOf } from "../sites/member-query";
import { DateFilter } from "./date-filter";
import { ANSWERS, type FilterSearch, joined, listed, NO_FILTERS, rangeOf, STATES } from "./filters";

type Props = { search: FilterSearch; onChange: (changes: FilterSearch) => void };

export function FilterBar({ search, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const chips = useChips(search);
  return (
    <>
      <search className="filters" aria-label="Filtrar conteúdos">
        <TitleSearch value={search.busca ?? ""} onChange={(busca) => onChange({ busca: busca || undefined })} />
        <div className="filter-menus">
          <Menus search={search} onChange={onChange} />
        </div>
        <button type="button" className="btn filter-sheet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="filter" small />
          Filtros{chips.length > 0 ? ` (${chips.length})` : ""}
        </button>
      </search>
      {chips.length > 0 ? (
        <ul className="chips active" aria-label="Filtros ativos">
          {chips.map(({ text, off }) => (
            <li key={text} className="chip">
              {text}
              <button type="button" aria-label={`Retirar o filtro ${text}`} onClick={() => onChange(off)}>
                <Icon name="close" />
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="btn quiet small"
              onClick={() => onChange({ ...NO_FILTERS, busca: search.busca })}
            >
              Limpar filtros
            </button>
          </li>
        </ul>
      ) : null}
      {open ? (
        <DialogFrame title="Filtros" onClose={() => setOpen(false)}>
          <div className="filter-stack">
            <Menus search={search} onChange={onChange} />
          </div>
          <div className="ends">
            <button type="button" className="btn main" onClick={() => setOpen(false)}>
              Ver os conteúdos
            </button>
          </div>
        </DialogFrame>
      ) : null}
    </>
  );
}

type Option = { value: string; label: string };

/** The people who can be chosen: of the one site that is chosen, else all, for those who manage them. */
function usePeople(search: FilterSearch): Option[] {
  const me = useMe();
  const site = listed(search.site).length === 1 ? Number(search.site) : null;
  const members = useQuery({
    ...membersOf(site ?? 0),
    enabled: site !== null && me.role !== "redator",
    retry: false,
  });
  const users = useQuery({
    queryKey: keys.users.choices,
    queryFn: () => ask(api.GET("/api/v1/users", { params: { query: { per_page: 100 } } })),
    enabled: site === null && may(me, "users.manage"),
  });
  const others = (site === null ? users.data?.items : members.data?.members) ?? [];
  return [
    { value: String(me.user.id), label: "Eu" },
    ...others.filter(({ id }) => id !== me.user.id).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

function Menus({ search, onChange }: Props) {
  const me = useMe();
  const people = usePeople(search);
  return (
    <>
      {me.sites.length > 1 ? (
        <FilterMenu
          label="Sites"
          several
          options={me.sites.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={listed(search.site)}
          onChange={(chosen) => onChange({ site: joined(chosen) })}
        />
      ) : null}
      <FilterMenu
        label="Estado"
        several
        options={STATES}
        chosen={listed(search.estado)}
        onChange={(chosen) => onChange({ estado: joined(chosen) })}
      />
      <FilterMenu
        label="Cliente"
        options={ANSWERS}
        chosen={listed(search.resposta)}
        onChange={([resposta]) => onChange({ resposta })}
      />
      {me.role === "redator" ? null : (
        <FilterMenu
          label="Responsável"
          options={people}
          chosen={search.pessoa ? [String(search.pessoa)] : []}
          onChange={([pessoa]) => onChange({ pessoa: pessoa ? Number(pessoa) : undefined })}
        />
      )}
      <DateFilter search={search} onChange={onChange} />
    </>
  );
}

type MenuProps = {
  label: string;
  options: Option[];
  several?: boolean;
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

function FilterMenu({ label, options, several = false, chosen, onChange }: MenuProps) {
  const known = chosen.filter((value) => options.some((option) => option.value === value));
  return (
    <MenuTrigger>
      <Button className="btn">
        {label}
        {known.length > 0 ? <span className="num">{known.length}</span> : null}
        <Icon name="down" small />
      </Button>
      <Popover className="menu">
        <Menu
          aria-label={label}
          selectionMode={several ? "multiple" : "single"}
          selectedKeys={known}
          onSelectionChange={(keys) =>
            onChange(options.filter(({ value }) => keys === "all" || keys.has(value)).map(({ value }) => value))
          }
        >
          {options.map(({ value, label }) => (
            <MenuItem key={value} id={value} textValue={label}>
              {({ isSelected }) => (
                <>
                  <span className="tick">{isSelected ? <Icon name="check" small /> : null}</span>
                  {label}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Each filter that holds, in words, with the change that ends it. */
function useChips(search: FilterSearch): { text: string; off: FilterSearch }[] {
  const me = useMe();
  const people = usePeople(search);
  const [sites, states] = [listed(search.site), listed(search.estado)];
  const without = (values: string[], gone: string) => joined(values.filter((value) => value !== gone));
  const answer = ANSWERS.find(({ value }) => value === search.resposta);
  const range = rangeOf(search);
  return [
    ...sites.map((id) => ({
      text: me.sites.find((site) => String(site.id) === id)?.name ?? `Site ${id}`,
      off: { site: without(sites, id) },
    })),
    ...STATES.filter(({ value }) => states.includes(value)).map(({ value, label }) => ({
      text: label,
      off: { estado: without(states, value) },
    })),
    ...(answer ? [{ text: `Cliente: ${answer.label.toLowerCase()}`, off: { resposta: undefined } }] : []),
    ...(search.pessoa
      ? [
          {
            text:
              search.pessoa === me.user.id
                ? "Meus"
                : `De ${people.find(({ value }) => value === String(search.pessoa))?.label ?? "outra pessoa"}`,
            off: { pessoa: undefined },
          },
        ]
      : []),
    ...(range ? [{ text: range, off: { quando: undefined, de: undefined, ate: undefined } }] : []),
  ];
}

/** Types ahead of the address by a moment. */
function TitleSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 300);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className="with-icon">
      <Icon name="search" small />
      <span className="vh">Buscar no título</span>
      <input
        className="input"
        type="search"
        placeholder="Buscar no título"
        data-search
        maxLength={limits().post_search_chars}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
