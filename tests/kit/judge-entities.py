"""Reads entities of FollowTheMoney, one a line, and prints what is wrong with them as a JSON list.

Each has to be of a schema of the model, hold what that schema requires, and have only properties of it with values that its
types take; who is named by an id has to be among the lines, of the schema that the property asks for.
"""

import json
import re
import sys

from followthemoney import model

E164 = re.compile(r"^\+\d{7,15}$")

entities = [json.loads(line) for line in sys.stdin if line.strip()]
schemata = {entity["id"]: model.get(entity["schema"]) for entity in entities}
wrong = []
if len(schemata) != len(entities):
    wrong.append("an id stands twice")
for entity in entities:
    schema = schemata[entity["id"]]
    if schema is None:
        wrong.append(f"{entity['schema']}: no schema")
        continue
    model.get_proxy({key: entity[key] for key in ("id", "schema", "properties", "caption")})
    for name in schema.required:
        if not entity["properties"].get(name):
            wrong.append(f"{schema.name}: {name} is required")
    for name, values in entity["properties"].items():
        prop = schema.get(name)
        if prop is None:
            wrong.append(f"{schema.name}.{name}: no property")
            continue
        for value in values:
            if prop.type.name == "entity":
                other = schemata.get(value)
                if other is None or not other.is_a(prop.range):
                    wrong.append(f"{schema.name}.{name}: {value} is no {prop.range.name}")
            elif prop.type.name == "phone":
                # Numbers that nobody has are no valid ones.
                if not E164.match(value):
                    wrong.append(f"{schema.name}.{name}: {value}")
            elif prop.type.clean(value) is None:
                wrong.append(f"{schema.name}.{name}: {value}")
json.dump({"entities": len(entities), "wrong": wrong}, sys.stdout, ensure_ascii=False)
