"""A deposit that earns compound interest, year by year and by the formula."""

from math import isclose

# $P$
deposit = 1000
# $r$
rate = 0.03
# $n$
years = 10

# $A = P (1 + r)^n$
amount = deposit * (1 + rate) ** years

year_by_year = deposit
for _ in range(years):
    year_by_year += rate * year_by_year
assert isclose(year_by_year, amount)

print(f"after {years} years: {amount:.2f}")
